package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.material3.DropdownMenuItem
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.ExposedDropdownMenuBox
import androidx.compose.material3.MenuAnchorType
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.TextRange
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.text.input.TextFieldValue
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page

object InputPage : Page {
    override val name = "input"
    override val title = "Checked fields"

    private val countries = listOf("Germany", "Ghana", "Greece", "Guatemala", "Norway", "New Zealand", "Nepal")

    @Composable
    override fun Content() {
        var code by rememberSaveable { mutableStateOf("") }
        var short by rememberSaveable { mutableStateOf("") }
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Body {
            Country { seen = "Country: $it" }
            Amount()
            Field(code, "Code", "code", shape = ::capitals) { code = it }
            Field(short, "Short name", "short_name", shape = { if (it.length <= 5) it else short }) { short = it }
            CardNumber()
            Field("fixed", "Refuses everything", "frozen", shape = { "fixed" }) {}
            Label(seen, "seen")
        }
    }

    private fun capitals(typed: String) = typed.uppercase().filter { it in 'A'..'Z' }

    @Composable
    private fun Amount() {
        var amount by rememberSaveable { mutableStateOf("") }
        val tooMuch = amount.length > 3 || (amount.toIntOrNull() ?: 0) > 100
        OutlinedTextField(
            amount,
            onValueChange = { typed ->
                amount = typed.filter { it.isDigit() }
                Record.note("text", "amount", amount)
            },
            modifier = Modifier.fillMaxWidth().testTag("amount"),
            singleLine = true,
            label = { Text("Amount") },
            isError = tooMuch,
            supportingText = if (tooMuch) ({ Text("At most 100") }) else null,
            keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Number),
        )
    }

    /** Digits in groups of four. The cursor goes to the end, as in many an app. */
    @Composable
    private fun CardNumber() {
        var card by remember { mutableStateOf(TextFieldValue()) }
        OutlinedTextField(
            card,
            onValueChange = { typed ->
                val shaped = typed.text.filter { it.isDigit() }.take(16).chunked(4).joinToString(" ")
                Record.note("text", "card_number", shaped)
                card = TextFieldValue(shaped, TextRange(shaped.length))
            },
            modifier = Modifier.fillMaxWidth().testTag("card_number"),
            singleLine = true,
            label = { Text("Card number") },
            keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Number),
        )
    }

    @OptIn(ExperimentalMaterial3Api::class)
    @Composable
    private fun Country(chosen: (String) -> Unit) {
        var typed by remember { mutableStateOf(TextFieldValue()) }
        var open by remember { mutableStateOf(false) }
        val fitting = countries.filter { typed.text != "" && it.startsWith(typed.text, ignoreCase = true) }
        ExposedDropdownMenuBox(open && fitting.isNotEmpty(), onExpandedChange = {}) {
            OutlinedTextField(
                typed,
                onValueChange = {
                    Record.note("text", "country", it.text)
                    open = it.text != typed.text
                    typed = it
                },
                modifier = Modifier.menuAnchor(MenuAnchorType.PrimaryEditable).fillMaxWidth().testTag("country"),
                singleLine = true,
                label = { Text("Country") },
            )
            ExposedDropdownMenu(open && fitting.isNotEmpty(), onDismissRequest = { open = false }) {
                for (country in fitting) {
                    DropdownMenuItem(
                        text = { Text(country) },
                        onClick = {
                            Record.note("choose", "country", country)
                            typed = TextFieldValue(country, TextRange(country.length))
                            open = false
                            chosen(country)
                        },
                    )
                }
            }
        }
    }
}
