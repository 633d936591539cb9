import { css } from 'lit'
import { answerStyles } from '../../parts/answers/answer-styles.js'
import { mistakesStyles } from '../mistakes/mistakes-styles.js'

export const quizStyles = css`
  ${mistakesStyles}
  ${answerStyles}
  .question {
    max-width: none;
  }
  .answer .text {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 12px;
    align-items: center;
  }
  .letter {
    color: var(--_soft);
  }
  .answer .formula {
    overflow-x: auto;
    padding-block: 4px;
  }
  .answer.right {
    font-weight: 400;
  }
  .answer math {
    text-align: start;
    width: fit-content;
  }
  ol {
    margin: 0;
    padding-inline-start: 1.8em;
  }
  ol .marks {
    display: inline;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`
