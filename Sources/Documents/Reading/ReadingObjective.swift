/// What can be weighed to choose what to read next.
public enum ReadingObjective: String, Word {
    case relevance
    case difficultyMatch = "difficulty_match"
    case novelty
    case engagement
}
