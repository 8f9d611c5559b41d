package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.material3.DropdownMenu
import androidx.compose.material3.DropdownMenuItem
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.ExposedDropdownMenuBox
import androidx.compose.material3.ExposedDropdownMenuDefaults
import androidx.compose.material3.MenuAnchorType
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.RadioButton
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object ChoicesPage : Page {
    override val name = "choices"
    override val title = "Spinner and menus"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        val see = { view: String, choice: String ->
            Record.note("choose", view, choice)
            seen = "Chose $choice"
        }
        Body {
            DropDown("Colour", "colour_spinner", listOf("Red", "Green", "Blue")) { see("colour_spinner", it) }
            DropDown("Size", "size_menu", listOf("Medium", "Small", "Large")) { see("size_menu", it) }
            SortMenu { see("sort", it) }
            MoreMenu { see("more_menu", it) }
            Label(seen, "seen")
        }
    }

    @OptIn(ExperimentalMaterial3Api::class)
    @Composable
    private fun DropDown(label: String, tag: String, choices: List<String>, chosen: (String) -> Unit) {
        var choice by rememberSaveable { mutableStateOf(choices.first()) }
        var open by remember { mutableStateOf(false) }
        ExposedDropdownMenuBox(open, onExpandedChange = { open = it }) {
            OutlinedTextField(
                choice,
                onValueChange = {},
                modifier = Modifier.menuAnchor(MenuAnchorType.PrimaryNotEditable).fillMaxWidth().testTag(tag),
                readOnly = true,
                label = { Text(label) },
                trailingIcon = { ExposedDropdownMenuDefaults.TrailingIcon(open) },
            )
            ExposedDropdownMenu(open, onDismissRequest = { open = false }) {
                for (title in choices) {
                    DropdownMenuItem(
                        text = { Text(title) },
                        onClick = {
                            choice = title
                            open = false
                            chosen(title)
                        },
                    )
                }
            }
        }
    }

    @Composable
    private fun SortMenu(chosen: (String) -> Unit) {
        var order by rememberSaveable { mutableStateOf("Name") }
        var open by remember { mutableStateOf(false) }
        Box {
            Push("Sort by", "sort", Modifier.fillMaxWidth()) { open = true }
            DropdownMenu(open, onDismissRequest = { open = false }) {
                for (title in listOf("Name", "Date", "Size")) {
                    DropdownMenuItem(
                        text = { Text(title) },
                        leadingIcon = { RadioButton(title == order, onClick = null) },
                        onClick = {
                            order = title
                            open = false
                            chosen(title)
                        },
                    )
                }
            }
        }
    }

    @Composable
    private fun MoreMenu(chosen: (String) -> Unit) {
        var open by remember { mutableStateOf(false) }
        var exports by remember { mutableStateOf(false) }
        val choose = { title: String ->
            open = false
            exports = false
            chosen(title)
        }
        Box {
            Push("More…", "more_menu", Modifier.fillMaxWidth()) { open = true }
            DropdownMenu(open, onDismissRequest = { open = false }) {
                DropdownMenuItem({ Text("Print") }, { choose("Print") })
                DropdownMenuItem({ Text("Not now") }, {}, enabled = false)
                DropdownMenuItem(
                    { Text("Export as") },
                    {
                        open = false
                        exports = true
                    },
                )
            }
            DropdownMenu(exports, onDismissRequest = { exports = false }) {
                DropdownMenuItem({ Text("PDF") }, { choose("PDF") })
                DropdownMenuItem({ Text("Text") }, { choose("Text") })
            }
        }
    }
}
