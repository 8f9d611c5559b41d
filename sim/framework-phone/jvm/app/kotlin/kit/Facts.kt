package dev.clawperator.conformance.kit

import android.view.View
import androidx.compose.ui.ExperimentalComposeUiApi
import androidx.compose.ui.node.RootForTest
import androidx.compose.ui.semantics.SemanticsActions
import androidx.compose.ui.semantics.SemanticsNode
import androidx.compose.ui.semantics.SemanticsProperties
import androidx.compose.ui.semantics.getOrNull
import androidx.compose.ui.state.ToggleableState
import kotlin.math.ceil
import kotlin.math.floor

/** What Compose itself knows of its nodes: tests hold what accessibility tells against it. */
@OptIn(ExperimentalComposeUiApi::class)
object Facts {
    /** The nodes inside a view that Compose draws, outer ones first; none for any other view. Its root is the view. */
    @JvmStatic
    fun of(view: View): List<Map<String, Any>> {
        val root = (view as? RootForTest)?.semanticsOwner?.unmergedRootSemanticsNode ?: return emptyList()
        val origin = IntArray(2).also(view::getLocationOnScreen)
        return mutableListOf<Map<String, Any>>().also { facts -> root.children.forEach { add(it, origin, facts) } }
    }

    private fun add(node: SemanticsNode, origin: IntArray, facts: MutableList<Map<String, Any>>) {
        facts += one(node, origin)
        node.children.forEach { add(it, origin, facts) }
    }

    private fun one(node: SemanticsNode, origin: IntArray): Map<String, Any> {
        val config = node.config
        // A node that is pressed takes touches around it too, when it is small.
        val place = if (SemanticsActions.OnClick in config) node.touchBoundsInRoot else node.boundsInRoot
        val facts =
            mutableMapOf<String, Any>(
                "left" to origin[0] + floor(place.left).toInt(),
                "top" to origin[1] + floor(place.top).toInt(),
                "right" to origin[0] + ceil(place.right).toInt(),
                "bottom" to origin[1] + ceil(place.bottom).toInt(),
                "shown" to (SemanticsProperties.InvisibleToUser !in config),
                "merges" to config.isMergingSemanticsOfDescendants,
                "enabled" to (SemanticsProperties.Disabled !in config),
                "clickable" to (SemanticsActions.OnClick in config),
                "long_clickable" to (SemanticsActions.OnLongClick in config),
                "focusable" to (SemanticsProperties.Focused in config),
                "focused" to (config.getOrNull(SemanticsProperties.Focused) == true),
                "selected" to (config.getOrNull(SemanticsProperties.Selected) == true),
                "password" to (SemanticsProperties.Password in config),
                "editable" to (SemanticsActions.SetText in config),
            )
        config.getOrNull(SemanticsProperties.Role)?.let { facts["role"] = it.toString() }
        config.getOrNull(SemanticsProperties.TestTag)?.let { facts["id"] = it }
        config.getOrNull(SemanticsProperties.ContentDescription)?.let { facts["description"] = it.joinToString(", ") }
        val typed = config.getOrNull(SemanticsProperties.EditableText)?.text
        val written = config.getOrNull(SemanticsProperties.Text)?.joinToString(", ") { it.text }
        (typed?.ifEmpty { written } ?: written)?.let { facts["text"] = it }
        config.getOrNull(SemanticsProperties.ToggleableState)?.let { facts["checked"] = it == ToggleableState.On }
        return facts
    }
}
