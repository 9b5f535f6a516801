/// Loads the list of nights.
@MainActor
public final class NightListModel: LoadedModel<[NightSummary]> {
    private let client: NightjarClient
    private let endpoint: Endpoint<NightList>

    /// The nights from one day of waking up to another, YYYY-MM-DD, all when nil.
    public init(client: NightjarClient, from: String? = nil, to: String? = nil) {
        self.client = client
        endpoint = .nights(from: from, to: to)
        super.init()
    }

    override func lastKnown() async -> Snapshot<[NightSummary]>? { await client.lastKnown(endpoint)?.map(\.nights) }
    override func fetch() async throws -> Snapshot<[NightSummary]> { try await client.load(endpoint).map(\.nights) }
    override func isEmpty(_ value: [NightSummary]) -> Bool { value.isEmpty }
}
