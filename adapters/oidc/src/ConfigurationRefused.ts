/** An issuer or a limit of the host's configuration that cannot be used. The message says what to do. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}
