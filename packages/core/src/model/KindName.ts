import { Schema } from "effect"

/** The type of a credential as records contain it: the name of its kind. `credentials/kinds` has the list of kinds. */
export const KindName = Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]*$/u))
