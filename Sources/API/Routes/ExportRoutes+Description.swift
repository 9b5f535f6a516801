import Documents

extension RouteDescription {
    static var recordings: RouteDescription {
        .about("Recordings that were imported", "imports", replies: [200: .object(["recordings": .array(.recording)])])
    }
}
