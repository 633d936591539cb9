// What stream() gives; apart from what makes it, since pages with a worker need no more.

/** What stream() gives for each new token. */
export interface StreamPiece {
  id: number
  /**
   * The text that has become certain: '' while a character is incomplete or a stop string may have begun. Without a tokenizer a token has
   * no text.
   */
  text?: string
}

export async function textOf(pieces: AsyncIterable<StreamPiece>): Promise<string> {
  let whole = ''
  for await (const { text } of pieces) whole += text ?? ''
  return whole
}
