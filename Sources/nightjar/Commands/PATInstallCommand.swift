import Analysis
import Documents
import Gateway
import Runtime
import Signals

/// `nightjar pat install`.
enum PATInstallCommand: Command {
    static let name = "pat install"
    static let summary = "Verify the weights of the actigraphy transformer and install them in the data folder"
    static let operands = ["PATH"]
    static let options = [
        Option("--allow-unknown-weights", nil, "take weights that are not the published ones"),
        Option.json, DataFolder.option,
    ]
    static let examples = ["nightjar pat install ~/Downloads/PAT-L_29k_weights.h5"]
    static let discussion = """
        The weights of PAT-S, M and L are published by their authors under CC BY 4.0 (Ruan, Zhang, Oh, Jin & Jacobson 2024,
        arXiv 2411.15240; links in github.com/njacobsonlab/Pretrained-Actigraphy-Transformer) and do not come with Nightjar.
        Their SHA-256 is checked. Without them everything else works.
        """

    static func run(_ arguments: Arguments) async throws {
        let (file, place) = try PATWeightsFolder(in: try DataFolder(arguments).path)
            .install(arguments.operands[0], allowsUnknown: arguments.has("--allow-unknown-weights"))
        guard arguments.has("--json") else {
            return try Output.line("\(file.weights.model.rawValue) is in \(place) (\(file.label)).")
        }
        var json = JSONText()
        json.object { json in
            json.field("model", file.weights.model.rawValue)
            json.field("path", place)
            json.field("sha256", file.digest)
            json.field("is_published", file.isPublished)
        }
        try Output.line(json.string)
    }
}
