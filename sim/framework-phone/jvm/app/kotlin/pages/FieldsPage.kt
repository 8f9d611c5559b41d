package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.height
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalSoftwareKeyboardController
import androidx.compose.ui.text.input.ImeAction
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object FieldsPage : Page {
    override val name = "fields"
    override val title = "Text fields"

    @Composable
    override fun Content() {
        val keyboard = LocalSoftwareKeyboardController.current
        var name by rememberSaveable { mutableStateOf("") }
        var email by rememberSaveable { mutableStateOf("") }
        var city by rememberSaveable { mutableStateOf("Zürich") }
        var notes by rememberSaveable { mutableStateOf("") }
        var echo by rememberSaveable { mutableStateOf("Hello!") }
        var status by rememberSaveable { mutableStateOf("Not submitted") }
        Body {
            Field(name, "Name", "name", keyboard = KeyboardOptions(imeAction = ImeAction.Next)) {
                name = it
                echo = "Hello, $it!"
            }
            Field(
                email,
                "E-mail",
                "email",
                keyboard = KeyboardOptions(keyboardType = KeyboardType.Email, imeAction = ImeAction.Done),
                actions = KeyboardActions(onDone = {
                    Record.note("submit", "email", email)
                    status = "Submitted $email"
                    keyboard?.hide()
                }),
            ) { email = it }
            Field(city, "City", "prefilled") { city = it }
            Field(notes, "Notes", "notes", Modifier.height(120.dp), singleLine = false) { notes = it }
            Field("cannot be changed", "Read only", "locked", enabled = false) {}
            Label(echo, "echo")
            Label(status, "status")
            Push("Clear", "clear") {
                name = ""
                email = ""
                notes = ""
                echo = "Hello!"
            }
        }
    }
}
