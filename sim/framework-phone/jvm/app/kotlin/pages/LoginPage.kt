package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalSoftwareKeyboardController
import androidx.compose.ui.text.input.ImeAction
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.text.input.PasswordVisualTransformation
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object LoginPage : Page {
    override val name = "login"
    override val title = "Sign in"

    @Composable
    override fun Content() {
        val keyboard = LocalSoftwareKeyboardController.current
        var user by rememberSaveable { mutableStateOf("") }
        // A password is not kept across a rotation.
        var password by remember { mutableStateOf("") }
        var answer by rememberSaveable { mutableStateOf("") }
        Body {
            Field(user, "User name", "username", keyboard = KeyboardOptions(imeAction = ImeAction.Next)) { user = it }
            Field(
                password,
                "Password",
                "password",
                keyboard = KeyboardOptions(keyboardType = KeyboardType.Password, imeAction = ImeAction.Done),
                actions = KeyboardActions(onDone = {
                    Record.note("submit", "password", "")
                    keyboard?.hide()
                }),
                look = PasswordVisualTransformation(),
            ) { password = it }
            if (answer == "wrong") {
                Label("Wrong user name or password", "error")
            }
            Push("Sign in", "sign_in", Modifier.fillMaxWidth()) {
                keyboard?.hide()
                val right = user == "ada" && password == "secret"
                Record.note("sign_in", user, right)
                answer = if (right) user else "wrong"
            }
            if (answer != "" && answer != "wrong") {
                Label("Welcome, $answer", "welcome")
            }
        }
    }
}
