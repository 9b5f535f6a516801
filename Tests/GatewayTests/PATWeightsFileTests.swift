import Analysis
import Foundation
import Runtime
import Signals
import TestKit
import Testing

@testable import Gateway

/// Weights are HDF5 until they are installed, and plain floats from then on.
@Suite("Installed weights")
struct PATWeightsFileTests {
    private let folder: TemporaryFolder
    private let installed: PATWeightsFolder
    private let published = PATVectors.weights(patch: 18, heads: 6, layers: 1)

    init() throws {
        folder = try TemporaryFolder()
        installed = PATWeightsFolder(in: folder.path)
    }

    /// Writes a file into the folder of weights.
    private func put(_ bytes: [UInt8], _ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: installed.path, withIntermediateDirectories: true)
        let path = "\(installed.path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// What a model makes of a week.
    private func embedding(_ weights: PATWeights) throws -> [Float] {
        PATEncoder(weights).encode(try PATWeek(PATVectors.minutes).values).embedding
    }

    @Test("are the same to the bit as those of the file they were made from, whose hash they tell")
    func install() throws {
        let source = try put(published, "downloaded")
        let (file, place) = try installed.install(source, allowsUnknown: true)
        #expect(place == "\(installed.path)/PAT-S.weights" && installed.installed == [.small])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
        // Layout: 56 bytes of header, 274 720 parameters, the checksum.
        #expect(
            bytes.count == 56 + 4 * 274_720 + 32 && bytes.starts(with: Array("PATFLOAT".utf8) + [1, 0, 0, 0, 18, 0]))
        #expect(Array(bytes.suffix(32)) == SHA256.digest(of: Array(bytes.dropLast(32))))
        let found = try installed.read(.small)
        #expect(found.digest == SHA256.hex(of: published) && found.digest == file.digest && !found.isPublished)
        #expect(try embedding(found.weights) == embedding(try PATWeights(HDF5File(published))))
        // A copy of them can be installed as well.
        let copy = try put(bytes, "copy")
        #expect(try installed.install(copy, allowsUnknown: true).weights.digest == found.digest)
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: place))) == bytes)
    }

    @Test("are refused when unknown, unless that was allowed")
    func unknown() throws {
        let source = try put(published, "downloaded")
        #expect(throws: Failure.self) { try installed.install(source, allowsUnknown: false) }
        let (_, place) = try installed.install(source, allowsUnknown: true)
        #expect(throws: Failure.self) { try PATWeightsFile(path: place, allowsUnknown: false) }
    }

    @Test("of an earlier version are made plain floats when they are first read")
    func earlier() throws {
        let before = try put(published, "PAT-S.h5")
        #expect(installed.installed == [.small])
        for _ in 0..<2 {
            let found = try installed.read(.small)
            #expect(found.digest == SHA256.hex(of: published))
            #expect(!FileManager.default.fileExists(atPath: before))
        }
        #expect(installed.file(of: .small) == "\(installed.path)/PAT-S.weights")
    }

    @Test("are not read when a byte is wrong, missing or too many, or of a later layout")
    func damage() throws {
        let place = try installed.install(try put(published, "downloaded"), allowsUnknown: true).place
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
        var damaged = [Array(whole.prefix(40)), Array(whole.dropLast()), whole + [0]]
        for place in [8, 12, 16, 30, 56, 5000, whole.count - 1] {
            damaged.append(whole)
            damaged[damaged.count - 1][place] ^= 0x20
        }
        for bytes in damaged {
            _ = try put(bytes, "PAT-S.weights")
            #expect(throws: Failure.self) { try installed.read(.small) }
        }
    }
}
