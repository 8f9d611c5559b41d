package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.width
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Counter
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object CounterPage : Page {
    override val name = "counter"
    override val title = "Counter"

    @Composable
    override fun Content() {
        var count by remember { mutableIntStateOf(Counter.value()) }
        val set = { value: Int ->
            Counter.set(value)
            count = value
        }
        Column(Modifier.fillMaxWidth().padding(24.dp), horizontalAlignment = Alignment.CenterHorizontally) {
            Text("$count", Modifier.testTag("count"), fontSize = 64.sp)
            Row(Modifier.padding(vertical = 20.dp)) {
                Push("−", "decrement", named("Decrement")) { set(count - 1) }
                Push("+", "increment", named("Increment")) { set(count + 1) }
            }
            Push("Reset", "reset") { set(0) }
            Push("Disabled", "disabled", Modifier.padding(vertical = 20.dp), enabled = false) {}
        }
    }

    private fun named(description: String) =
        Modifier.padding(8.dp).width(88.dp).semantics { contentDescription = description }
}
