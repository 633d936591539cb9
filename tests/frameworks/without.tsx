// Without the types of the elements nobody knows them: what makes the other files pass are the declarations.

export const figure = (
  // @ts-expect-error unknown to the framework
  <wf-encoding encoding="rope" />
)
