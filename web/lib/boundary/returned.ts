// Types of results that have a field for each name in `return`.

/** What `return` takes. Because of the empty tuple, TypeScript infers ['weights'] as a tuple, in a call and with `satisfies`. */
export type ReturnNames<Name extends string> = readonly Name[] | readonly []

/** A result: the fields that `List` names for certain are there, the others may be. */
export type Returned<Result, List> = List extends unknown
  ? With<Result, Extract<NamedIn<List>, keyof Result>>
  : never

type With<Result, Name extends keyof Result> = [Name] extends [never]
  ? Result
  : Result & Required<Pick<Result, Name>>

/** The names that a tuple holds, up to a rest of unknown length; never for a list. */
type NamedIn<List> = List extends readonly [infer First, ...infer Rest]
  ? Single<First> | NamedIn<Rest>
  : never

/** A type that is one name; never where it is a union of several. */
type Single<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? Name : never) : never
