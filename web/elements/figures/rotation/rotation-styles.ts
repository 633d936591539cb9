import { css } from 'lit'

export const rotationStyles = css`
  .waves {
    margin-top: 24px;
    max-width: 720px;
  }
`
