"""Chat templates, written for this purpose in the ways that published ones are, and what transformers makes of messages with them."""

import datetime
import json

from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast
from transformers.utils import chat_template_utils

FILE = "chat-templates.json"
NOW = datetime.datetime(2026, 3, 7, 4, 5, 6)
TOKENS = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}

CHATML = """{%- if messages[0]['role'] != 'system' %}
    {{- '<|im_start|>system\\nYou are helpful.<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {{- '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}
"""
TURNS = """{{ bos_token }}{% if messages[0].role == 'system' %}{% set system = '<<SYS>>\\n' ~ messages[0].content | trim ~ '\\n<</SYS>>\\n\\n' %}{% set turns = messages[1:] %}{% else %}{% set system = '' %}{% set turns = messages %}{% endif %}
{% for message in turns %}
    {% if (message.role == 'user') != (loop.index0 % 2 == 0) %}
        {{ raise_exception('Roles must alternate: user, assistant, user …') }}
    {% endif %}
    {% if message.role == 'user' %}{{ '[INST] ' + (system if loop.first else '') + message.content.strip() + ' [/INST]' }}{% else %}{{ ' ' + message.content.strip() + ' ' + eos_token }}{% endif %}
{% endfor %}
"""
HEADERS = """{{- bos_token }}
{%- set date = strftime_now("%d %b %Y") if strftime_now is defined else "26 Jul 2024" %}
{%- set ns = namespace(seen=0, names=[]) %}
{%- for message in messages %}
    {%- if message.role == 'user' %}{% set ns.seen = ns.seen + 1 %}{% endif %}
    {%- set ns.names = ns.names + [message.role] %}
    {{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' }}
    {%- if loop.first and message.role == 'system' %}{{- 'Today Date: ' + date + '\\n\\n' }}{% endif %}
    {{- message['content'] | trim + '<|eot_id|>' }}
{%- endfor %}
{{- '# ' ~ ns.seen ~ ' ' ~ ns.names | join(',') ~ (' in' if loop is defined else ' out') }}
{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{%- endif %}
"""
TOOLS = """{%- macro described(tool, indent=2) %}
- {{ tool.function.name }}: {{ tool.function.description | default('no description') }}
{{ tool.function.parameters | tojson(indent=indent) }}
{%- endmacro %}
{%- if tools %}Tools:{% for tool in tools %}{{ described(tool) }}{% if not loop.last %}

{% endif %}{% endfor %}
{% endif %}
{%- for message in messages %}
{%- if message.content is string %}{{ message.role | upper }}: {{ message.content }}
{%- elif message.content is not none %}{{ message.role }}:{% for part in message.content if part.type == 'text' %} {{ part.text }}{% endfor %}
{%- endif %}
{%- for call in message.tool_calls or [] %}<call>{{ call | tojson }}</call>{% endfor %}

{% endfor %}
{%- set last = messages | selectattr('role', 'equalto', 'user') | list | last %}
{{- 'last: ' ~ last.content ~ ' of ' ~ messages | length }}
{%- if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>' }}{% endif %}
"""
SPLIT = """{% for message in messages %}{% set content = message.content %}{% if '</think>' in content %}{% set content = content.split('</think>')[-1].lstrip('\\n') %}{% endif %}
{{ loop.index }}/{{ loop.revindex }} {{ message.role | title }}|{{ content | replace('a', 'A') }}|{{ content[:3] }}|{{ content[::-1] | length }}{% if not loop.last %};{% else %}.{% endif %}

{% else %}nothing{% endfor %}{# a comment #}
{%- for i in range(2, 9, 3) %}{% if i == 5 %}{% continue %}{% endif %} {{ i }}{% endfor %}"""

PLAIN = [{"role": "user", "content": "  What is a position?  "}, {"role": "assistant", "content": "A place.\nIn a row."}, {"role": "user", "content": "Thanks — 谢谢 🙂"}]
SYSTEM = [{"role": "system", "content": " Be brief. "}, *PLAIN]
CALLS = [
    {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "Weather?"}, {"type": "text", "text": "Now."}]},
    {"role": "assistant", "content": None, "tool_calls": [{"name": "weather", "arguments": {"place": "Zürich", "days": 2, "exact": True, "of": None}}]},
    {"role": "tool", "content": "rain"},
    {"role": "user", "content": "Ok"},
]
TOOL = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": []}}}
REASONED = [{"role": "user", "content": "Why?", "name": None}, {"role": "assistant", "content": "So.", "reasoning": "Hm."}]
REASONING = "{% for m in messages %}{{ m.role }}{{ ' named' if m.name is defined }}: {{ m.thinking }}|{{ m.reasoning_content }}|{{ m.content }}\n{% endfor %}"
THOUGHT = [{"role": "user", "content": "banana"}, {"role": "assistant", "content": "<think>a\nb</think>\n\nan answer"}]

CASES = {
    "chatml": (CHATML, PLAIN, {"add_generation_prompt": True}),
    "chatml, with a system message": (CHATML, SYSTEM, {"add_generation_prompt": True}),
    "chatml, without the beginning of an answer": (CHATML, PLAIN, {}),
    "turns": (TURNS, PLAIN, {}),
    "turns, with a system message": (TURNS, SYSTEM, {}),
    "turns that do not alternate": (TURNS, PLAIN[1:], {}),
    "headers": (HEADERS, PLAIN, {"add_generation_prompt": True}),
    "headers, with a system message": (HEADERS, SYSTEM, {"add_generation_prompt": True}),
    "tools": (TOOLS, CALLS, {"tools": [TOOL, TOOL]}),
    "tools, without any": (TOOLS, PLAIN, {"enable_thinking": False}),
    "reasoning": (REASONING, REASONED, {}),
    "split": (SPLIT, THOUGHT, {}),
}


class Now(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return NOW


def rendered(tokenizer, template, messages, options):
    try:
        return {"text": tokenizer.apply_chat_template(messages, chat_template=template, tokenize=False, **options)}
    except Exception as error:  # raise_exception of the template
        return {"error": str(error)}


def write_plain_files(golden):
    chat_template_utils.datetime = Now
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.WordLevel({"<s>": 0}, unk_token="<s>")), **TOKENS)
    cases = [
        {"name": name, "template": template, "messages": messages, "options": options, **rendered(tokenizer, template, messages, options)}
        for name, (template, messages, options) in CASES.items()
    ]
    data = {"now": NOW.isoformat(), "tokens": TOKENS, "cases": cases}
    (golden / FILE).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    about = {
        "truth": ["transformers: apply_chat_template(tokenize=False); Jinja2 in its sandbox"],
        "conventions": ["now: what strftime_now tells, local time; tokens: of the tokenizer; a case has a text, or the error that its template raises"],
    }
    return {FILE: about}
