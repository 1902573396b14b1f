/** A text with the values of the environment taken out that may be secret: what a module says may repeat them. */
export const withoutSecrets = (text: string, env: { readonly [name: string]: string | undefined }): string =>
  Object.entries(env).reduce(
    (told, [name, value]) =>
      value !== undefined && value.length >= SHORTEST && SECRET.test(name) ? told.replaceAll(value, `[${name}]`) : told,
    text
  )

/** Shorter ones stand in any text. */
const SHORTEST = 6

const SECRET = /KEY|SECRET|PASS|TOKEN|URL|CREDENTIAL/iu
