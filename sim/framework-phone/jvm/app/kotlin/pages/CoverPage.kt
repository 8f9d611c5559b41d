package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.unit.dp
import androidx.compose.ui.window.Popup
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import dev.clawperator.conformance.kit.noted
import kotlinx.coroutines.delay

object CoverPage : Page {
    override val name = "cover"
    override val title = "Window above"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Not paid") }
        var banner by remember { mutableStateOf(false) }
        LaunchedEffect(Unit) {
            delay(1000)
            Record.note("open", "banner", "")
            banner = true
        }
        Box(Modifier.fillMaxSize().padding(20.dp)) {
            Label(seen, "seen")
            Push("Pay", "pay", Modifier.fillMaxWidth().align(Alignment.BottomCenter)) { seen = "Paid" }
        }
        if (banner) {
            Box(Modifier.fillMaxSize()) {
                // Not focusable: the page below stays the active window, while touches land on the banner.
                Popup(Alignment.BottomCenter) {
                    Banner {
                        banner = false
                        seen = "Cookies accepted"
                    }
                }
            }
        }
    }

    @Composable
    private fun Banner(accept: () -> Unit) {
        Row(
            Modifier.fillMaxWidth().background(Color(0xff313033)).clickable(onClick = noted("banner") {}).padding(20.dp),
            verticalAlignment = Alignment.CenterVertically,
        ) {
            Text("We use cookies", Modifier.weight(1f), color = Color.White)
            Push("Accept", "accept_cookies", act = accept)
        }
    }
}
