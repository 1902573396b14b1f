/** The configuration has an option that cannot be used. The message says how to correct it and contains no secret. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}
