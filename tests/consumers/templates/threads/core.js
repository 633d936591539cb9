/** Nothing: the file lies beside the script. */
export const core = {}
