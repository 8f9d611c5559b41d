package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.Spacer
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.shape.CircleShape
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.Add
import androidx.compose.material.icons.filled.Favorite
import androidx.compose.material.icons.filled.MoreVert
import androidx.compose.material3.FloatingActionButton
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.noted

object IconsPage : Page {
    override val name = "icons"
    override val title = "Icons only"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Column(Modifier.padding(20.dp)) {
            Row {
                IconButton(noted("like") { seen = "Liked" }, Modifier.testTag("like")) {
                    Icon(Icons.Default.Favorite, contentDescription = null)
                }
                IconButton(noted("add") { seen = "Added" }, Modifier.testTag("add")) {
                    Icon(Icons.Default.Add, contentDescription = "Add")
                }
                IconButton(noted("More") { seen = "More" }) {
                    Icon(Icons.Default.MoreVert, contentDescription = "More")
                }
                IconButton(noted("dot") { seen = "Dot" }) {
                    Spacer(Modifier.size(24.dp).background(Color(0xff5c7aa8), CircleShape))
                }
            }
            FloatingActionButton(
                noted("compose_mail") { seen = "Writing" },
                Modifier.padding(vertical = 16.dp).testTag("compose_mail"),
            ) {
                Icon(Icons.Default.Add, contentDescription = null)
            }
            Label(seen, "seen")
        }
    }
}
