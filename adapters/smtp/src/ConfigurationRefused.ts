/** An option of the host's configuration that cannot be used. The message says what to do and shows no secret. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}
