import Analysis
import Exports
import Glibc
import Recordings
import Signals

/// A verified file of weights.
struct PATFile {
    /// The trained parameters.
    let weights: PATWeights
    /// The SHA-256 of the file, in hexadecimal.
    let digest: String
    /// Whether it is a published file, by its digest.
    let isPublished: Bool
    /// The bytes of the file.
    let bytes: [UInt8]

    /// The largest file that is read; the published ones have at most 8 MB.
    private static let largest = 64 << 20

    /// The description of the weights in the output.
    var label: String { isPublished ? "published weights" : "unknown weights, not the published ones" }

    /// Reads the weights of a file.
    /// - Throws: `Failure` when they are none, or not published and `allowsUnknown` is false.
    init(path: String, allowsUnknown: Bool) throws {
        let file = try RecordingFile.open(path: path)
        guard file.size <= Self.largest else {
            throw Failure(.failed, "\(path) is too large for weights of the transformer: \(file.size) bytes.")
        }
        bytes = try file.bytes(at: 0, count: file.size)
        digest = SHA256.hex(of: bytes)
        let published = PATModel(publishedDigest: digest)
        isPublished = published != nil
        guard published != nil || allowsUnknown else {
            throw Failure(
                .failed,
                "\(path) is none of the published files (SHA-256 \(digest)); --allow-unknown-weights takes it all the "
                    + "same.")
        }
        do {
            weights = try PATWeights(HDF5File(bytes))
        } catch let error as DecodeError {
            throw Failure(.failed, "\(path) cannot be read as weights: \(error).")
        }
    }

    /// The weights that `--weights` names, else the largest installed.
    static func find(_ arguments: Arguments) throws -> PATFile {
        let allowsUnknown = arguments.has("--allow-unknown-weights")
        if let path = arguments.value("--weights") { return try PATFile(path: path, allowsUnknown: allowsUnknown) }
        guard let path = installed(try DataFolder(arguments)) else {
            throw Failure(.notFound, PATText.weightsMissing)
        }
        return try PATFile(path: path, allowsUnknown: true)
    }

    /// The largest model's file in the data folder; nil without any.
    static func installed(_ folder: DataFolder) -> String? {
        PATModel.allCases.reversed().map { place($0, in: folder) }.first { access($0, R_OK) == 0 }
    }

    /// Where a model's weights lie in the data folder.
    static func place(_ model: PATModel, in folder: DataFolder) -> String { "\(folder.path)/pat/\(model.rawValue).h5" }
}
