package import Analysis
import Recordings
import Runtime
import Signals

/// A file of weights that was read and checked: HDF5 as the authors publish it, or the plain floats that
/// `nightjar pat install` makes of it, so that HDF5 is read once.
///
/// Plain floats are little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | `PATFLOAT` |
/// | 8 ..< 12 | version of this layout: 1 |
/// | 12 ..< 24 | the model's minutes of a patch, heads and layers, 4 bytes each |
/// | 24 ..< 56 | SHA-256 of the HDF5 file they were made from |
/// | 56 ..< end - 32 | float32, table after table in the order of `PATWeights.init(_:read:)` |
/// | the last 32 | SHA-256 of everything before |
package struct PATWeightsFile: Sendable {
    /// The parameters.
    package let weights: PATWeights
    /// The SHA-256 of the HDF5 file that it is, or was made from, in hexadecimal.
    package let digest: String
    /// As plain floats; nil unless they were asked for.
    let plain: [UInt8]?

    /// The largest file that is read; the published ones have at most 8 MB.
    private static let largest = 64 << 20
    private static let magic = Array("PATFLOAT".utf8)
    private static let version: UInt32 = 1
    private static let headSize = 56

    /// Whether it is, or was made from, one of the published files.
    package var isPublished: Bool { PATModel(publishedDigest: digest) != nil }
    /// What to call the weights.
    package var label: String { isPublished ? "published weights" : "unknown weights, not the published ones" }

    /// Reads the weights of a file of either kind.
    /// - Parameters:
    ///   - path: the file.
    ///   - allowsUnknown: whether others than those that were published are taken.
    /// - Throws: `Failure` when they are none, or not published and `allowsUnknown` is false.
    package init(path: String, allowsUnknown: Bool) throws {
        try self.init(path: path, allowsUnknown: allowsUnknown, keepsPlain: false)
    }

    init(path: String, allowsUnknown: Bool, keepsPlain: Bool) throws {
        let file = try RecordingFile.open(path: path)
        guard file.size <= Self.largest else {
            throw Failure(.failed, "\(path) is too large for weights of the transformer: \(file.size) bytes.")
        }
        func check(_ digest: String) throws {
            guard allowsUnknown || PATModel(publishedDigest: digest) != nil else {
                throw Failure(
                    .failed,
                    "\(path) is none of the published files (SHA-256 \(digest)); --allow-unknown-weights takes it all the "
                        + "same.")
            }
        }
        guard try file.head(Self.magic.count) != Self.magic else {
            (weights, digest) = try Self.plain(file, path)
            try check(digest)
            plain = keepsPlain ? try file.bytes(at: 0, count: file.size) : nil
            return
        }
        let bytes = try file.bytes(at: 0, count: file.size)
        digest = SHA256.hex(of: bytes)
        try check(digest)
        var floats: [UInt8] = []
        do {
            weights = try PATWeights(HDF5File(bytes)) { values in
                guard keepsPlain else { return }
                for value in values { Self.append(value.bitPattern, to: &floats) }
            }
        } catch let error as DecodeError {
            throw Failure(.failed, "\(path) cannot be read as weights: \(error).")
        }
        guard keepsPlain else {
            plain = nil
            return
        }
        var plain = Self.magic
        let model = weights.model
        for number in [Self.version, UInt32(model.patch), UInt32(model.heads), UInt32(model.layers)] {
            Self.append(number, to: &plain)
        }
        plain += SHA256.digest(of: bytes) + floats
        self.plain = plain + SHA256.digest(of: plain)
    }

    /// Reads plain floats table by table, so that little but the weights themselves is in memory.
    private static func plain(_ file: RecordingFile, _ path: String) throws -> (PATWeights, digest: String) {
        var (hash, offset) = (SHA256(), 0)
        func next(_ count: Int) throws -> [UInt8] {
            let bytes = try file.bytes(at: offset, count: count)
            offset += bytes.count
            guard bytes.count == count else { throw Failure(.failed, "\(path) ends early, at byte \(offset).") }
            return bytes
        }
        let head = try next(headSize)
        let numbers = head.withUnsafeBytes { head in
            (0..<4).map { UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 8 + 4 * $0, as: UInt32.self)) }
        }
        guard numbers[0] == version else {
            throw Failure(.failed, "\(path) has version \(numbers[0]) of plain weights; \(version) can be read.")
        }
        let model = PATModel.allCases.first {
            [$0.patch, $0.heads, $0.layers].elementsEqual(numbers.dropFirst().map { Int($0) })
        }
        guard let model else { throw Failure(.failed, "\(path) holds no weights of PAT-S, M or L.") }
        hash.update(head)
        let weights = try PATWeights(model) { table in
            let bytes = try next(4 * table.count)
            hash.update(bytes)
            return bytes.withUnsafeBytes { bytes in
                (0..<table.count).map {
                    Float(
                        bitPattern: UInt32(
                            littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
                }
            }
        }
        let sum = hash.digest()
        guard try next(sum.count) == sum, offset == file.size else {
            throw Failure(.failed, "\(path) is damaged: its checksum is wrong. `nightjar pat install` writes it anew.")
        }
        return (weights, HexText.text(Array(head[24..<headSize])))
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}
