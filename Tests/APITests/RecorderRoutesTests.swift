import Devices
import Documents
import Gateway
import Recordings
import Signals
import Synchronization
import Testing

@Suite("Routes of recorders on a cable")
struct RecorderRoutesTests {
    /// An empty recorder that notes what it is set up for.
    private final class Plugged: CableRecorder {
        let setups = Mutex<[AxivitySetup]>([])

        func look() async throws -> RecorderReading { RecorderReading(number: "7", recordingBytes: 0) }

        func copy(
            into folder: String, progress: @escaping @Sendable (CableRecorderState.Phase, Int, Int) -> Void
        ) async throws -> RecorderCopy {
            throw Failure(.notFound, "The recorder holds no recording.")
        }

        func configure(_ setup: AxivitySetup, confirmed typed: String, data disposition: AxivityDataDisposition)
            async throws
        {
            guard typed == "7" else { throw Failure(.notPermitted, "“\(typed)” is another recorder.") }
            setups.withLock { $0.append(setup) }
        }

        func clear(confirmed typed: String, data disposition: AxivityDataDisposition) async throws {
            throw Failure(.notPermitted, "Nothing is to be cleared here.")
        }
    }

    @Test("set one up with its gyroscope and what is to be remembered, and only with its number")
    func configuring() async throws {
        let (wearables, recorder) = (Wearables(), Plugged())
        let fixture = try GatewayFixture(wearables, recorder: recorder)
        try await fixture.running {
            try await wearables.tell(
                .found(
                    FoundDevice(
                        id: "usb-axivity-7", bus: .usb, name: "AX6 7", profiles: ["axivity"],
                        description: AxivityPreview.description(number: 7, model: "AX6"), seen: GatewayFixture.noon)))
            let path = "/api/v1/devices/usb-axivity-7"
            #expect(try await fixture.get(path)["preview"] as? Bool == true)
            for body in [
                "{}", #"{"confirm": ""}"#, #"{"confirm": "8"}"#, #"{"confirm": "7", "gyroscope_dps": 333}"#,
                #"{"confirm": "7", "note": "x"}"#, #"{"confirm": "7", "subject": 7}"#,
            ] {
                let status = try await fixture.send("POST", "\(path)/recorder/configure", body).status
                #expect((400..<500).contains(status), "\(body) was answered with \(status)")
            }
            #expect(recorder.setups.withLock { $0 } == [])
            let body = #"""
                {"confirm": "7", "rate_hz": 50, "gyroscope_dps": 500, "subject": "K07", "position": "left wrist", "study": "",
                 "notes": null}
                """#
            #expect(try await fixture.send("POST", "\(path)/recorder/configure", body).status == 200)
            let setup = try #require(recorder.setups.withLock { $0.last })
            #expect(setup.notes == ["_tz": "UTC", "_sc": "K07", "_p": "left wrist"])
            #expect(setup.rate.hertz == 50 && setup.rate.gyroscope == 500 && setup.rate.range == 8)
        }
    }
}
