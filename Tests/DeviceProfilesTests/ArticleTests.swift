import DeviceProfiles
import Testing

@Suite struct ArticleTests {
    @Test("the profile of the article on adding a wearable can be used as it stands, without advice")
    func example() throws {
        let article = try #require(Repository.text("Sources/DeviceProfiles/DeviceProfiles.docc/AddingAWearable.md"))
        let parts = article.split(separator: "```json\n")
        // Those after it are pieces.
        let text = try #require(parts.dropFirst().first?.split(separator: "```").first)
        let inspection = ProfileInspection.inspect(
            [.init(file: "example", bytes: Array(text.utf8))], library: ProfileLibrary(folders: []))[0]
        #expect(inspection.problems == [] && inspection.warnings == [])
        #expect(inspection.trials.count == 2 && inspection.isUsable)
    }
}
