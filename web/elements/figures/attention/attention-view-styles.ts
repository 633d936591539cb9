import { css } from 'lit'

export const attentionViewStyles = css`
  :host {
    container-type: inline-size;
    font-size: inherit;
  }
  .view {
    display: grid;
    gap: 8px;
  }
  wf-matrix-view {
    --_map: 396px;
  }
  /* all maps, and what comes next */
  .next {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
  }
  .next > section {
    flex: 1 1 130px;
    min-width: 0;
  }
  .view > * {
    min-width: 0;
  }
  .name {
    margin: 0 0 4px;
    font-weight: 600;
  }
  .quiet {
    color: var(--_soft);
    margin: 4px 0 0;
  }
  .sides {
    display: grid;
    gap: 24px 32px;
  }
  .sides > * {
    min-width: 0;
  }
  @container (min-width: 640px) {
    .sides {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (min-width: 900px) {
    .maps {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
`
