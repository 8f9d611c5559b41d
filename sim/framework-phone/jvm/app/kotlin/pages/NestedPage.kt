package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.LazyRow
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.noted
import dev.clawperator.conformance.kit.toast

object NestedPage : Page {
    override val name = "nested"
    override val title = "Nested scrollers"

    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        RecordScroll(state, "outer")
        LazyColumn(Modifier.testTag("outer"), state) { items(12) { Shelf(it + 1) } }
    }

    @Composable
    private fun Shelf(shelf: Int) {
        val context = LocalContext.current
        val state = rememberLazyListState()
        RecordScroll(state, "shelf $shelf")
        Column(Modifier.padding(vertical = 10.dp).testTag("shelf")) {
            Text(
                "Shelf $shelf",
                Modifier.padding(horizontal = 20.dp, vertical = 4.dp).testTag("shelf_title"),
                fontSize = 18.sp,
                fontWeight = FontWeight.Bold,
            )
            LazyRow(Modifier.testTag("inner"), state, PaddingValues(horizontal = 12.dp, vertical = 4.dp)) {
                items(20) { place ->
                    val book = place + 1
                    Box(
                        Modifier.padding(horizontal = 6.dp)
                            .size(120.dp, 150.dp)
                            .background(Color(0xffdfe7f5))
                            .testTag("book")
                            .clickable(onClick = noted("Book $shelf.$book") { toast(context, "Shelf $shelf, book $book") }),
                        contentAlignment = Alignment.Center,
                    ) {
                        Text("Book $shelf.$book", Modifier.testTag("book_title"), fontSize = 15.sp)
                    }
                }
            }
        }
    }
}
