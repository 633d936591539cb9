/** A setting of a figure as it stands in an address, an attribute or a preset. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
