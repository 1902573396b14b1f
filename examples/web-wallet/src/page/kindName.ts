import { accountTypes } from "@countersign/account-types"
import { componentWords } from "../words/translate.ts"

/** The name of an account type. The package has a name in English, and the components have one in each language. */
export const kindName = (accountType: string): string =>
  componentWords === undefined
    ? (accountTypes.get(accountType)?.label ?? accountType)
    : componentWords.terms(componentWords.tag).accountType(accountType)
