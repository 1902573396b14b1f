export { OpenIdButton, type OpenIdButtonProps, type OpenIdText } from "./OpenIdButton.tsx"
