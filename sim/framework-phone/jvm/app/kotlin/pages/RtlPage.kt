package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Slider
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.CompositionLocalProvider
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableFloatStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalLayoutDirection
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.LayoutDirection
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.Push
import kotlin.math.roundToInt

object RtlPage : Page {
    override val name = "rtl"
    override val title = "Right to left"

    @Composable
    override fun Content() {
        CompositionLocalProvider(LocalLayoutDirection provides LayoutDirection.Rtl) { Settings() }
    }

    @Composable
    private fun Settings() {
        var wifi by rememberSaveable { mutableStateOf(false) }
        var text by rememberSaveable { mutableStateOf("") }
        var value by rememberSaveable { mutableFloatStateOf(0f) }
        var seen by rememberSaveable { mutableStateOf("لا شيء") }
        val setWifi = { checked: Boolean ->
            Record.note("check", "wifi", checked)
            wifi = checked
        }
        Column(Modifier.fillMaxWidth().padding(20.dp)) {
            Text("الإعدادات", fontSize = 22.sp)
            PressRow("wifi_row", "wifi_row", { setWifi(!wifi) }) {
                Text("واي فاي", Modifier.weight(1f))
                Switch(wifi, setWifi, Modifier.testTag("wifi"))
            }
            Row(horizontalArrangement = Arrangement.spacedBy(8.dp)) {
                Push("أول", "first") { seen = "أول" }
                Push("ثان", "second") { seen = "ثان" }
            }
            Field(text, "الاسم", "rtl_field") { text = it }
            Slider(
                value,
                onValueChange = {
                    Record.note("slide", "rtl_bar", it.roundToInt())
                    value = it
                },
                modifier = Modifier.testTag("rtl_bar"),
                valueRange = 0f..10f,
            )
            Label(seen, "seen")
        }
    }
}
