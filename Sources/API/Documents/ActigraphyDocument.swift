import Analysis
import Documents
import Gateway
import Runtime

/// The models of the actigraphy transformer as JSON.
enum ActigraphyDocument {
    /// The models of the transformer.
    static func models(_ installed: [PATModel], _ json: inout JSONText) {
        let model = installed.first ?? .large
        json.field("model_type", model.rawValue)
        json.field("version", Version.current)
        json.field("initialized", !installed.isEmpty)
        json.array("capabilities", ["sleep_scoring", "rhythm"] + (installed.isEmpty ? [] : ["activity_embedding"]))
        json.object("input_requirements") { json in
            json.field("minutes", PATModel.minutes)
            json.field("most_points", ActigraphyRequest.pointLimit)
            json.field("padding", "zeros before a shorter recording, after standardising")
        }
        json.object("performance") { json in
            json.field("embedding_width", PATModel.width)
            json.field("patch_minutes", model.patch)
            json.field("layers", model.layers)
            json.field("cache_ttl_s", ActigraphyDesk.cacheSeconds)
        }
        json.array("installed", installed.map(\.rawValue))
    }
}
