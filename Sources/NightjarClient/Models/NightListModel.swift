/// Loads the list of nights.
@MainActor
public final class NightListModel: LoadedModel<[NightListDocument.Entry]> {
    private let client: NightjarClient
    private let endpoint: Call<NightListDocument>

    /// The nights from one day of waking up to another; all when nil.
    public init(client: NightjarClient, from: CivilDate? = nil, to: CivilDate? = nil) {
        self.client = client
        endpoint = Call(.nights, NightListRequest(from: from, to: to))
        super.init()
    }

    override func lastKnown() async -> Snapshot<[NightListDocument.Entry]>? {
        await client.lastKnown(endpoint)?.map(\.nights)
    }
    override func fetch() async throws -> Snapshot<[NightListDocument.Entry]> {
        try await client.load(endpoint).map(\.nights)
    }
    override func isEmpty(_ value: [NightListDocument.Entry]) -> Bool { value.isEmpty }
}
