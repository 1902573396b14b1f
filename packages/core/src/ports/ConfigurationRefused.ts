/** The configuration of an adapter has an unusable option. The message says how to correct it and contains no secret. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}
