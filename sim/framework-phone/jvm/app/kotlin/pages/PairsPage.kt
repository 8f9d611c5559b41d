package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Shipment
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll

object PairsPage : Page {
    override val name = "pairs"
    override val title = "Shipment"

    @Composable
    override fun Content() {
        val entries = Shipment.entries(LocalContext.current)
        val state = rememberLazyListState()
        RecordScroll(state, "pairs")
        LazyColumn(Modifier.testTag("pairs"), state) {
            items(entries) { entry ->
                Row(Modifier.fillMaxWidth().testTag("entry").padding(horizontal = 20.dp, vertical = 14.dp)) {
                    Text(entry[0], Modifier.weight(1f).testTag("label"), color = Color(0xff5a5e66))
                    Text(entry[1], Modifier.testTag("value"), fontWeight = FontWeight.Bold)
                }
            }
        }
    }
}
