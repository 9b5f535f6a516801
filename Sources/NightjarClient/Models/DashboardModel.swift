#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The first page: the latest night, the devices, what is being recorded and what needs attention, asked for at the same
/// time. A part that fails is told and does not take the others with it.
@MainActor
public final class DashboardModel: LoadedModel<Dashboard> {
    private let client: NightjarClient

    /// A model of the gateway that `client` talks to.
    public init(client: NightjarClient) {
        self.client = client
        super.init()
    }

    override func lastKnown() async -> Snapshot<Dashboard>? {
        async let nights = client.lastKnown(.nights)
        async let devices = client.lastKnown(.devices)
        async let alerts = client.lastKnown(.alerts)
        async let recordings = client.lastKnown(.nightRecordings)
        let parts = await (nights, devices, alerts, recordings)
        guard let devices = parts.1 else { return nil }
        return Self.joined(parts.0, devices, parts.2, parts.3, [])
    }

    override func fetch() async throws -> Snapshot<Dashboard> {
        async let nights = part(.nights)
        async let devices = client.load(.devices)
        async let alerts = part(.alerts)
        async let recordings = part(.nightRecordings)
        let (known, night, alert, recording) = try await (devices, nights, alerts, recordings)
        return Self.joined(
            night.value, known, alert.value, recording.value,
            [night.problem, alert.problem, recording.problem].compactMap(\.self))
    }

    override func isEmpty(_ value: Dashboard) -> Bool {
        value.night == nil && value.devices.isEmpty && value.alerts.isEmpty && value.problems.isEmpty
    }

    /// A part that may fail by itself; a person who is signed out, and a cancelled task, end the whole.
    private nonisolated func part<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>
    ) async throws -> (value: Snapshot<Reply>?, problem: String?) {
        do {
            return (try await client.load(endpoint), nil)
        } catch APIError.unauthorized(let problem) {
            throw APIError.unauthorized(problem)
        } catch let error as APIError {
            return (nil, error.message)
        }
    }

    private static func joined(
        _ nights: Snapshot<NightListDocument>?, _ devices: Snapshot<DeviceListDocument>,
        _ alerts: Snapshot<AlertListDocument>?,
        _ recordings: Snapshot<NightRecordingListDocument>?, _ problems: [String]
    ) -> Snapshot<Dashboard> {
        let dashboard = Dashboard(
            night: nights?.value.nights.max { $0.date < $1.date }, devices: devices.value.devices,
            alerts: alerts?.value.alerts ?? [],
            recordings: recordings?.value.recordings.filter { $0.ended == nil } ?? [], problems: problems)
        let times = [devices.asOf, nights?.asOf, alerts?.asOf, recordings?.asOf].compactMap(\.self)
        let isStale = devices.isStale || nights?.isStale == true || alerts?.isStale == true
        return Snapshot(value: dashboard, asOf: times.min() ?? devices.asOf, isStale: isStale)
    }
}
