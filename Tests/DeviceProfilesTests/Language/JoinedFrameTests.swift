import DeviceProfiles
import Signals
import Testing

@Suite struct JoinedFrameTests {
    private static func part(_ modulo: Int = 256) -> String {
        """
        {"min": 1, "sequence": {"modulo": \(modulo)}, "fields": [{"type": "u8", "role": "sequence"},
          {"type": "i8", "repeat": "rest", "channel": "v", "unit": "uV"}]}
        """
    }

    private static let parts = """
        , "ble": {"notify": [{"characteristic": "FF01", "frame": "a"}, {"characteristic": "FF02", "frame": "b"},
                             {"characteristic": "FF03", "frame": "c"}]},
        "frames": {"a": \(part()), "b": \(part()), "c": \(part()),
          "all": {"join": ["a", "b", "c"], "rate": 256,
                  "gives": [{"channel": "v", "unit": "uV", "names": ["left", "mid", "right"]}]}}
        """

    private static func decoder() throws -> ProfileDecoder {
        let outcome = ProfileParser.parse(ProfileText.profile("t", parts))
        let profile = try #require(outcome.profile, "\(outcome.problems)")
        return try ProfileDecoder(profile, settings: SettingValues(profile))
    }

    /// What comes of parts, each a frame's name and its bytes, and how often one was refused.
    private static func run(_ values: [(String, [UInt8])]) throws -> (frames: [DecodedFrame], refused: Int) {
        var decoder = try decoder()
        var frame = DecodedFrame()
        var frames: [DecodedFrame] = []
        var refused = 0
        for (name, bytes) in values {
            let place = try #require(decoder.index(of: name))
            do throws(DecodeError) {
                try decoder.decode(bytes.span.bytes, as: place, into: &frame)
                guard frame.columns.contains(where: { $0.count > 0 }) else { continue }
                frames.append(frame)
                #expect(decoder.formats[decoder.place].id == "all")
            } catch {
                refused += 1
            }
        }
        return (frames, refused)
    }

    @Test("parts stand beside each other where their numbers agree, in whatever order they come")
    func order() throws {
        let (frames, refused) = try Self.run([
            ("c", [1, 30, 31]), ("a", [1, 10, 11]), ("a", [2, 12, 13]), ("b", [1, 20, 21]), ("b", [2, 22, 23]),
            ("c", [2, 32, 33]),
        ])
        #expect(refused == 0 && frames.map(\.sequence) == [1, 2])
        #expect(frames.first?.values(of: "v") == [10, 20, 30, 11, 21, 31] && frames.first?.columns[0].axes == 3)
        #expect(frames.last?.values(of: "v") == [12, 22, 32, 13, 23, 33])
    }

    @Test("a part that does not come is told, and holds up nothing")
    func missing() throws {
        var values: [(String, [UInt8])] = []
        for number in UInt8(0)..<12 {
            for name in ["a", "b", "c"] where !(number == 3 && name == "b") { values.append((name, [number, 1])) }
        }
        let (frames, refused) = try Self.run(values)
        #expect(frames.compactMap(\.sequence) == (0..<12).filter { $0 != 3 })
        // It waits until its place is needed, which is not yet.
        #expect(refused == 0)
        let three = (UInt8(20)..<26).map { ("a", [$0, 1]) }
        #expect(try Self.run(values + three).refused > 0)
    }

    @Test("a counter that rolls over joins nothing of before with what comes after")
    func wraps() throws {
        var values: [(String, [UInt8])] = [("a", [5, 99])]
        for number in 6..<(256 + 7) {
            for name in ["a", "b", "c"] { values.append((name, [UInt8(truncatingIfNeeded: number), 1])) }
        }
        let (frames, _) = try Self.run(values)
        #expect(frames.count == 257 && frames.allSatisfy { $0.values(of: "v") == [1, 1, 1] })
    }

    @Test("parts of different lengths, empty ones and those sent twice harm nothing")
    func uneven() throws {
        let (frames, refused) = try Self.run([
            ("a", [1, 1]), ("b", [1, 1, 2]), ("c", [1, 1]), ("a", [2]), ("a", []), ("a", [2, 5]), ("a", [2, 6]),
            ("b", [2, 7]), ("c", [2, 8]),
        ])
        #expect(frames.map { $0.values(of: "v") } == [[6, 7, 8]] && refused == 2)
    }

    @Test("what a device gives is the whole and not its parts, and vectors prove both")
    func profile() throws {
        let vectors = """
            , "vectors": [{"frame": "a", "hex": "01 05", "source": "t", "expect": {"channels": {"v": [5]}, "sequence": 1}},
              {"frame": "b", "hex": "01 06", "source": "t", "expect": {"channels": {"v": [6]}}},
              {"frame": "c", "hex": "01 07", "source": "t", "expect": {"channels": {"v": [7]}}},
              {"frame": "all", "hex": ["01 05", "01 06", "01 07"], "source": "t",
               "expect": {"channels": {"v": [5, 6, 7]}, "sequence": 1}}]
            """
        let set = ProfileSet([.init(file: "t", bytes: ProfileText.profile("t", Self.parts + vectors))])
        #expect(set.problems == [])
        let profile = try #require(set.profiles.first)
        #expect(profile.streams == ["v"] && profile.frame("a")?.outputs == [])
        let wrong = vectors.replacing("[5, 6, 7]", with: "[5, 6, 8]")
        #expect(!ProfileSet([.init(file: "t", bytes: ProfileText.profile("t", Self.parts + wrong))]).problems.isEmpty)
    }
}
