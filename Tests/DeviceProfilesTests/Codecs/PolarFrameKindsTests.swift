import Signals
import TestKit
import Testing

@testable import DeviceProfiles

/// Kinds of frames that the published tests of Polar's SDK hold (polarofficial/polar-ble-sdk 1a53f05, EcgDataTest, PpgDataTest,
/// PressureDataTest, GnssLocationDataTest), with its values.
struct PolarFrameKindsTests {
    private func frame(_ type: String, _ kind: String, _ content: String, factor: Double? = nil) throws -> DecodedFrame
    {
        var codec = PolarCodec()
        if let factor { codec.set("factor.\(Int(type, radix: 16) ?? 0)", to: factor) }
        let time = "0094357700000000"
        let frame = try codec.frame(hex(type + time + kind + content))
        #expect(frame.deviceTime == 2_000_000_000)
        return frame
    }

    @Test func `an electrocardiogram of 14 bits has its contact bits cut off`() throws {
        #expect(try frame("00", "01", "0280ff 800200").values("ecg") == [2, 640])
    }

    @Test func `optical frames of 24 channels and a state`() throws {
        let content = """
            031001 051002 ffffff 091004 0b1005 031006 051007 071008 091009 0b100a 03100b 05100c 07100d 09100e 0b100f \
            031010 051011 071012 091013 0b1014 031015 051016 071017 091018 ffffff 0301 499224499224499224 00
            """
        let light = try #require(try frame("01", "88", content).column("ppg"))
        #expect(light.axes == 24 && light.count == 2)
        #expect(light.values[0] == 69_635 && light.values[1] == 135_173 && light.values[2] == -1)
        #expect(light.values[23] == 1_576_969 && light.values[24] == 69_636 && light.values[25] == 135_174)
    }

    @Test func `optical frames of two channels and a state`() throws {
        // Three values of 24 bits, then one difference of 4 bits each: 1, -1 and 0.
        let light = try #require(try frame("01", "8d", "0a0000 f6ffff ff0f00 0401 f100").column("ppg"))
        #expect(light.axes == 2 && light.values == [10, -10, 11, -11])
    }

    @Test func `compressed light is in steps of the factor`() throws {
        let content = "0a0000 f6ffff 000000 040000"
        #expect(try frame("01", "80", content).values("ppg") == [10, -10, 0, 4])
        #expect(try frame("01", "80", content, factor: 0.5).values("ppg") == [5, -5, 0, 2])
        // Whole samples are not.
        #expect(try frame("01", "00", content, factor: 0.5).values("ppg") == [10, -10, 0, 4])
    }

    @Test func `what an optical sensor says of its settings is kept`() throws {
        let nine = try frame(
            "01", "09", "060606060606060606060606 ff00000000000000000000ff 01000000000000000000ffff")
        #expect(nine.values("ppg_integrations") == [Float](repeating: 6, count: 12))
        let gains = nine.values("ppg_gain")
        #expect(gains.count == 24 && nine.column("ppg_gain")?.count == 1)
        #expect(gains[0] == 7 && gains[1] == 0 && gains[11] == 7 && gains[12] == 1 && gains[22] == 7 && gains[23] == 7)
        #expect(try frame("01", "05", "ffff0180").values("ppg_mode") == [0x8001, 0xFFFF])
        #expect(try frame("01", "06", "0100000000000080").values("sport") == [0x8000, 0, 0, 1])
        let one = try frame("01", "0e", "034892")
        #expect(one.values("ppg_integrations") == [3] && one.values("ppg_gain") == [0, 2])
        #expect(throws: DecodeError.self) { _ = try frame("01", "09", "0606") }
    }

    @Test func `whole numbers of pressure and temperature`() throws {
        #expect(try frame("0b", "00", "ae277b44").values("pressure") == [Float(bitPattern: 0x447B_27AE)])
        let skin = try frame("07", "00", "ec51dc41 0000c07f")
        #expect(skin.values("skin_temperature").map(\.isNaN) == [false, true])
        #expect(abs(skin.values("skin_temperature")[0] - 27.54) < 1e-4)
        #expect(try frame("0c", "00", "ec51dc41").values("temperature").count == 1)
        #expect(throws: DecodeError.self) { _ = try frame("0c", "00", "ec51dc") }
        #expect(throws: DecodeError.self) { _ = try frame("0c", "01", "ec51dc41") }
    }

    @Test func `of a position only speed and distance are kept, and height`() throws {
        let content = """
            000000004ce28142 00000000fb8fcb41 e5070a01 002c470c ffffff0f e1fac942 cdcccc3d 4861 8b42 00000200 038d ffff 01 ff ff
            """
        let position = try frame("0a", "00", content)
        #expect(position.columns.map(\.channel.rawValue) == ["speed", "distance"])
        #expect(abs(position.values("speed")[0] * 3.6 - 100.99) < 1e-2)
        #expect(abs(position.values("distance")[0] - 26_843_545.5) < 2)
        let blind = try frame("0a", "00", content.replacing(" 01 ff ff", with: " 00 ff ff"))
        #expect(blind.values("speed")[0].isNaN && blind.values("distance")[0].isNaN)
        #expect(try frame("0a", "01", "f5070080ff07").values("altitude") == [-32_768])
    }

    @Test func `satellites and sentences are read and counted as what has no channel`() {
        let summary = String(repeating: "00", count: 41)
        for (kind, content) in [("02", summary), ("03", "e8030000 0300 80 474741")] {
            let problem = #expect(throws: DecodeError.self) { _ = try frame("0a", kind, content) }
            #expect("\(problem.map { "\($0)" } ?? "")".contains("no channel"))
        }
        #expect(throws: DecodeError.self) { _ = try frame("0a", "03", "e8030000 ffff 80 474741") }
        #expect(throws: DecodeError.self) { _ = try frame("0a", "83", "00") }
    }
}
