import Gateway
import Signals

extension PATWeightsFile {
    /// The weights that `--weights` names, else the largest installed.
    static func find(_ arguments: Arguments) throws -> PATWeightsFile {
        let allowsUnknown = arguments.has("--allow-unknown-weights")
        if let path = arguments.value("--weights") {
            return try PATWeightsFile(path: path, allowsUnknown: allowsUnknown)
        }
        let folder = PATWeightsFolder(in: try DataFolder(arguments).path)
        guard let model = folder.installed.first else { throw Failure(.notFound, PATText.weightsMissing) }
        return try folder.read(model)
    }
}
