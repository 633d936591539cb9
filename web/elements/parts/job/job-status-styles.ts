import { css } from 'lit'

export const jobStyles = css`
  .job {
    margin-block-start: 8px;
    min-height: 32px;
  }
`
