export { ConfigurationRefused } from "@countersign/core/internal"
export { codeTexts } from "./codeTexts.ts"
export { SmtpFault } from "./SmtpFault.ts"
export type { SmtpOptions } from "./SmtpOptions.ts"
export type { Secret, Server, TimeoutOptions } from "./server.ts"
export {
  type SmtpBranding,
  type SmtpCodeMail,
  type SmtpMailer,
  type SmtpNoticeMail,
  smtpMailer,
  smtpMailerLayer
} from "./smtpMailer.ts"
export { type CodeFacts, defaultTexts, type Letter, type NoticeFacts, type Texts } from "./Texts.ts"
