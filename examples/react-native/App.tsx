import { registerRootComponent } from "expo"
import { getRandomValues } from "expo-crypto"
import * as SecureStore from "expo-secure-store"
import { useEffect, useState } from "react"
import { Button, SafeAreaView, Text, TextInput } from "react-native"
import * as Passkeys from "react-native-passkeys"
import { openWallet } from "./src/wallet"

const wallet = openWallet({
  baseUrl: "https://app.example.com/wallet/2025-10-13", // your backend
  headers: () => ({ authorization: "Bearer ..." }), // your sign-in of the app
  bundleSigner: "02c0ffee...", // the server's public key: pin it in the app
  accountId: "InternalAccount:...",
  secureStorage: SecureStore,
  passkeys: Passkeys,
  rpId: "example.com",
  getRandomValues
})

const App = () => {
  const [text, setText] = useState("")
  const [shown, setShown] = useState("")
  const [enter, setEnter] = useState<(code: string) => void>()
  const run = async (act: () => Promise<unknown>, done: string) => {
    try {
      setShown((await act()) === undefined ? "Signed out" : done)
    } catch (error) {
      setShown(error instanceof Error ? error.message : "Failed")
    }
  }
  const code = () => new Promise<string>((resolve) => setEnter(() => resolve))
  useEffect(() => {
    run(wallet.restore, "Signed in")
  }, [])
  return (
    <SafeAreaView>
      <Text accessibilityLiveRegion="polite">{shown}</Text>
      <Button title="E-mail me a code" onPress={() => run(() => wallet.signInByMail(code), "Signed in")} />
      <TextInput accessibilityLabel="Code from the e-mail" value={text} onChangeText={setText} />
      <Button title="Sign in" onPress={() => enter?.(text)} />
      <Button title="Sign in with a passkey" onPress={() => run(wallet.signInByPasskey, "Signed in")} />
      <Button title="Add a passkey" onPress={() => run(() => wallet.addPasskey("This phone"), "Added")} />
      <Button title="Sign out" onPress={() => run(wallet.signOut, "Signed out")} />
    </SafeAreaView>
  )
}

registerRootComponent(App)
