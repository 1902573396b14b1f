/** What a sealed value of an issue is for. Bound to the ciphertext: one moved into the other's place does not open. */
export const targetKeyContext = (issueId: string): string => `email-otp target key ${issueId}`
export const codeContext = (issueId: string): string => `email-otp code ${issueId}`
