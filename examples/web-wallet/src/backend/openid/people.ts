/** Who may be at the keyboard, as the local provider knows them. */
export const people: ReadonlyArray<{ readonly sub: string; readonly name: string; readonly email: string }> = [
  { sub: "ada", name: "Ada Lovelace", email: "ada@id.example" },
  { sub: "grace", name: "Grace Hopper", email: "grace@id.example" }
]
