package import Analysis
import Exports
import Glibc
import Runtime
import Signals

/// The folder into which `nightjar pat install` puts the weights of models, one file each.
package struct PATWeightsFolder: Sendable {
    /// The folder.
    package let path: String

    /// The folder of weights in a data folder.
    package init(in dataFolder: String) { path = "\(dataFolder)/pat" }

    /// Models whose weights are there, the largest first.
    package var installed: [PATModel] { PATModel.allCases.reversed().filter { file(of: $0) != nil } }

    /// The file that holds a model's weights: plain floats, else HDF5 as earlier versions kept it; nil for none.
    func file(of model: PATModel) -> String? { [place(of: model), published(model)].first { access($0, R_OK) == 0 } }

    /// Reads a model's weights. HDF5 is made plain floats where the folder can be written, and is gone then.
    /// - Throws: `Failure` when they are not there or damaged.
    package func read(_ model: PATModel) throws -> PATWeightsFile {
        let plain = place(of: model)
        guard access(plain, R_OK) != 0, access(published(model), R_OK) == 0 else {
            return try PATWeightsFile(path: plain, allowsUnknown: true)
        }
        let file = try PATWeightsFile(path: published(model), allowsUnknown: true, keepsPlain: true)
        if let bytes = file.plain, (try? write(bytes, of: model)) != nil { unlink(published(model)) }
        return file
    }

    /// Puts the weights of a file there as plain floats, instead of what is there of the same model.
    /// - Parameters:
    ///   - source: the file.
    ///   - allowsUnknown: whether others than those that were published are taken.
    /// - Returns: the weights, and the file that holds them now.
    /// - Throws: `Failure` when they are none, or cannot be written.
    package func install(
        _ source: String, allowsUnknown: Bool
    ) throws -> (weights: PATWeightsFile, place: String) {
        let file = try PATWeightsFile(path: source, allowsUnknown: allowsUnknown, keepsPlain: true)
        let model = file.weights.model
        try ExportFolder.make(path)
        try write(file.plain ?? [], of: model)
        unlink(published(model))
        return (file, place(of: model))
    }

    private func write(_ bytes: [UInt8], of model: PATModel) throws {
        // Published weights, which the service's account reads too.
        try ExportFolder.write(bytes, to: place(of: model), mode: 0o644)
    }

    private func place(of model: PATModel) -> String { "\(path)/\(model.rawValue).weights" }

    /// Where versions before kept a copy of the published file.
    private func published(_ model: PATModel) -> String { "\(path)/\(model.rawValue).h5" }
}
