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
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Words
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll

object LanguagesPage : Page {
    override val name = "languages"
    override val title = "Languages"

    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        RecordScroll(state, "languages")
        LazyColumn(Modifier.testTag("languages"), state) {
            items(Words.ALL) { words ->
                Row(Modifier.fillMaxWidth().testTag("language").padding(horizontal = 20.dp, vertical = 12.dp)) {
                    Text(words[0], Modifier.weight(1f).testTag("language_name"), color = Color(0xff5a5e66))
                    Text(words[1], Modifier.weight(2f).testTag("greeting"))
                }
            }
        }
    }
}
