import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("HDF5")
struct HDF5Tests {
    private func file(_ form: HDF5Writer.Form) -> [UInt8] {
        var writer = HDF5Writer(form)
        writer.add("dense/dense/kernel:0", shape: [2, 3], [1, 2, 3, 4, 5, 6.5])
        writer.add("dense/dense/bias:0", shape: [3], [7, 8, -9])
        writer.add("other/deep/er", shape: [1], [0.25])
        return writer.file()
    }

    @Test("reads tables out of groups of both kinds", arguments: HDF5Writer.Form.allCases)
    func reads(form: HDF5Writer.Form) throws {
        let found = try HDF5File(file(form))
        #expect(found.datasets.keys.sorted() == ["dense/dense/bias:0", "dense/dense/kernel:0", "other/deep/er"])
        let kernel = try #require(found.datasets["dense/dense/kernel:0"])
        #expect(kernel.shape == [2, 3] && kernel.count == 6)
        #expect(try found.values(kernel) == [1, 2, 3, 4, 5, 6.5])
        #expect(try found.values(try #require(found.datasets["dense/dense/bias:0"])) == [7, 8, -9])
    }

    @Test("ends on any damage, with what was there or with an error", arguments: HDF5Writer.Form.allCases)
    func damaged(form: HDF5Writer.Form) throws {
        let whole = file(form)
        var errors = 0
        func tryIt(_ bytes: [UInt8]) {
            do {
                let file = try HDF5File(bytes)
                for table in file.datasets.values { _ = try file.values(table) }
            } catch { errors += 1 }
        }
        for length in 0..<whole.count { tryIt(Array(whole.prefix(length))) }
        for place in whole.indices {
            for value in [0, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = value
                tryIt(bytes)
            }
        }
        #expect(errors > whole.count / 2)
    }

    @Test("ends where a group is its own member")
    func circle() throws {
        var bytes = file(.links)
        // Every address of a header becomes that of the root group.
        let root = Array(bytes[36..<44])
        let name = Array("other".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes.replaceSubrange((place + 5)..<(place + 13), with: root)
        #expect(throws: DecodeError.self) { try HDF5File(bytes) }
    }

    @Test("says what is wrong with weights")
    func weights() throws {
        #expect(throws: Failure.self) { try PATWeights(HDF5File(file(.symbolTables))) }
        #expect(throws: DecodeError.self) { try HDF5File(Array("no HDF5 at all".utf8)) }
        let odd = PATVectors.weights(patch: 10, heads: 2, layers: 1)
        let error = try #require(throws: Failure.self) { try PATWeights(HDF5File(odd)) }
        #expect(error.message.contains("10 minutes"))
    }
}
