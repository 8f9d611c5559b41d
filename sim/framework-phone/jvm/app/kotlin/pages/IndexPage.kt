package dev.clawperator.conformance.pages

import android.content.Intent
import android.net.Uri
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Catalogue
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.RecordScroll

object IndexPage : Page {
    override val name = "index"
    override val title = "Conformance"

    @Composable
    override fun Content() {
        val context = LocalContext.current
        val state = rememberLazyListState()
        val pages = Catalogue.PAGES.filter { it.toolkit() == Catalogue.Toolkit.BOTH }
        RecordScroll(state, "pages")
        LazyColumn(Modifier.testTag("pages"), state) {
            items(pages) { page ->
                val open = Intent(Intent.ACTION_VIEW, Uri.parse(page.composeAddress())).setPackage(context.packageName)
                PressRow(page.title(), "row", { context.startActivity(open) }) {
                    Column(Modifier.weight(1f)) {
                        Text(page.title(), Modifier.testTag("row_title"), fontSize = 17.sp)
                        Text(page.summary(), Modifier.testTag("row_summary"), fontSize = 13.sp)
                    }
                }
            }
        }
    }
}
