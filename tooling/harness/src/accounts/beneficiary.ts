/** A person whom every destination accepts. */
export const beneficiary = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  birthDate: "1990-12-10",
  nationality: "GB",
  phoneNumber: "+442079460000",
  countryOfResidence: "GB",
  address: { line1: "1 Main Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
}
