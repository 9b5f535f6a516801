import DeviceProfiles
import Documents
import Runtime
import Signals
import TestKit
import Testing

struct PolarControlTests {
    private func answer(_ text: String) throws -> PolarAnswer { try polarAnswer(hex(text)) }

    @Test func `settings on offer are read`() throws {
        let h10 = try answer("f001020000 00041900 3200 6400 c800 01011000 0203 0200 0400 0800")
        #expect(h10.operation == .settings && h10.type == 2 && h10.error == .none)
        let offers = try h10.settings()
        #expect(offers.values == [.rate: [25, 50, 100, 200], .resolution: [16], .range: [2, 4, 8]])
        #expect(try answer("f0010000000001820001010e00").settings().values == [.rate: [130], .resolution: [14]])
        let verity = try answer("f001020000000134000101100002010800040103").settings()
        #expect(verity.values == [.rate: [52], .resolution: [16], .range: [8], .channels: [3]])
    }

    @Test func `the wanted settings are chosen and else the nearest`() throws {
        let offers = try answer("f001020000 00041900 3200 6400 c800 01011000 0203 0200 0400 0800").settings()
        let wanted = offers.choosing([.rate: 200, .range: 8])
        #expect(wanted.bytes == hex("0001c800 01011000 02010800"))
        #expect(offers.choosing([.rate: 60, .range: 16]).values == [.rate: [50], .resolution: [16], .range: [8]])
        #expect(offers.choosing([:]).values == [.rate: [25], .resolution: [16], .range: [2]])
    }

    @Test func `a started stream may tell its factor`() throws {
        let start = try answer("f002020000050140da7f39")
        #expect(try start.settings().factor == 0.000244)
        for plain in ["f00202000001", "f00200000000", "f002020000"] {
            let started = try answer(plain)
            #expect(started.operation == .start && started.error == .none)
            #expect(try started.settings() == PolarSettings())
        }
    }

    @Test func `refusals come in several lengths`() throws {
        #expect(try answer("f001000a").error == .transmissionUnit)
        let nameless = try answer("f000010a")
        #expect(nameless.error == .transmissionUnit && nameless.operation == nil)
        #expect(try answer("f002000500").error == .parameter)
        #expect(try answer("f002000600").error == .alreadyInState)
        #expect(try answer("f0010207ff").error == .resolution)
        #expect(try answer("f00102fe").error == .other(0xFE))
    }

    @Test func `features name the streams`() throws {
        let h10 = hex("0f05000000000000000000000000000000")
        #expect(try polarStreams(h10) == [.ecg, .acceleration])
        let verity = hex("0f6e000000000000000000000000000000")
        #expect(
            try polarStreams(verity)
                == [.ppg, .acceleration, .ppi, .gyroscope, .magnetometer])
        #expect(throws: DecodeError.self) { _ = try polarStreams(hex("f001")) }
    }

    @Test func `a device that stops streams by itself says which`() {
        #expect(polarStopped(hex("010102")) == [1, 2])
        #expect(polarStopped(hex("f00102")) == nil)
    }

    @Test func `hostile settings are refused`() {
        for bad in ["f001020000 00ff1900", "f001020000 63010203", "f001020000 000119", "f001020000 06ff00"] {
            #expect(throws: DecodeError.self) { _ = try answer(bad).settings() }
        }
        #expect(throws: DecodeError.self) { _ = try answer("f0 01") }
        #expect(throws: DecodeError.self) { _ = try answer("") }
    }

    @Test(.enabled(if: TestData.isAvailable)) func `the published answers are understood`() throws {
        let vectors = try PolarVectors()
        let mag = try vectors.named("failing control point response for mag stream settings").data("cpResponse")
        #expect(try polarAnswer(mag).error == .resolution)
        let range = try vectors.named("testPmdSettingsWithRange").data("bytes")
        let settings = try polarSettings(range)
        #expect(
            settings.values
                == [.rate: [52], .resolution: [16], .range: [245, 500, 1000, 2000], .channels: [3]])
        #expect(settings.bytes == range)
        let done = try vectors.named("process control point response when status is success").data(
            "controlPointResponse")
        #expect(try polarAnswer(done).parameters == hex("00000070ff"))
        let stop = try vectors.named("process measurement stop control point command").data("controlPointResponse")
        #expect(polarStopped(stop) == [1, 2])
    }

    @Test(.enabled(if: TestData.isAvailable)) func `the printed dialogues are understood`() throws {
        struct File: Decodable {
            struct Vector: Decodable {
                var what: String
                var rx: String
            }
            var vectors: [Vector]
        }
        let file = try JSONValue(parsing: TestData.bytes("ble/polar_spec_diagrams.json")).decoded(as: File.self)
        #expect(file.vectors.count == 13)
        for vector in file.vectors {
            let bytes = hex(vector.rx)
            switch bytes.first {
            case 0xF0: _ = try polarAnswer(bytes).settings()
            case 0x0F: #expect(try !polarStreams(bytes).isEmpty)
            default: #expect(try polarHeader(bytes).stream == .acceleration)
            }
        }
    }
}
