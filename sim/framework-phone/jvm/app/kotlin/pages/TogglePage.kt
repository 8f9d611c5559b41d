package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.selection.selectable
import androidx.compose.foundation.selection.selectableGroup
import androidx.compose.foundation.selection.toggleable
import androidx.compose.material3.Checkbox
import androidx.compose.material3.RadioButton
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.Push
import dev.clawperator.conformance.kit.toast

object TogglePage : Page {
    override val name = "toggle"
    override val title = "Toggle"

    @Composable
    override fun Content() {
        val context = LocalContext.current
        var feature by rememberSaveable { mutableStateOf(false) }
        var touched by rememberSaveable { mutableStateOf(false) }
        var agreed by rememberSaveable { mutableStateOf(false) }
        val setFeature = { checked: Boolean ->
            Record.note("check", "feature_switch", checked)
            feature = checked
            touched = true
        }
        Column(Modifier.fillMaxWidth()) {
            PressRow("switch_row", "switch_row", { setFeature(!feature) }) {
                Text("Feature", Modifier.weight(1f).testTag("switch_label"))
                Switch(feature, setFeature, Modifier.testTag("feature_switch"))
            }
            Column(Modifier.padding(horizontal = 20.dp)) {
                Label(if (touched) "changed by hand" else "untouched", "state")
                Row(
                    Modifier.testTag("agree").toggleable(agreed, role = Role.Checkbox) {
                        Record.note("check", "agree", it)
                        agreed = it
                    },
                    verticalAlignment = Alignment.CenterVertically,
                ) {
                    Checkbox(agreed, onCheckedChange = null, Modifier.padding(12.dp))
                    Text("I agree to the terms")
                }
                Push("Continue", "continue_button", Modifier.padding(vertical = 8.dp), enabled = agreed) {
                    toast(context, "Continued")
                }
                Sizes()
            }
        }
    }

    @Composable
    private fun Sizes() {
        var size by rememberSaveable { mutableStateOf("Small") }
        Column(Modifier.selectableGroup().testTag("size_group")) {
            for (label in listOf("Small", "Medium", "Large")) {
                val tag = "size_" + label.lowercase()
                Row(
                    Modifier.fillMaxWidth().testTag(tag).selectable(size == label, role = Role.RadioButton) {
                        Record.note("choose", "size_group", tag)
                        size = label
                    },
                    verticalAlignment = Alignment.CenterVertically,
                ) {
                    RadioButton(size == label, onClick = null, Modifier.padding(12.dp))
                    Text(label)
                }
            }
        }
    }
}
