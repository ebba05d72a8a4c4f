"""A matrix read in a spiral."""

EXPECTED = {
    "spiral": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"[]"},
        "over": {
            "matrix": [
                [],
                [[]],
                [[1]],
                [[1], []],
                [[1, 2], [3, 4]],
                [[1, 2, 3]],
                [[1], [2]],
                [[1, 2], [3, 4], [5, 6]],
            ]
        },
        "runs": 300,
    },
}


def spiral(matrix: list[list[int]]) -> list[int]:
    for row in matrix:
        if len(row) != len(matrix[0]):
            raise ValueError("rows of different lengths")
    if not matrix or not matrix[0]:
        return []
    found = []
    top, bottom, left, right = 0, len(matrix) - 1, 0, len(matrix[0]) - 1
    while top <= bottom and left <= right:
        for column in range(left, right + 1):
            found.append(matrix[top][column])
        for row in range(top + 1, bottom + 1):
            found.append(matrix[row][right])
        if top < bottom and left < right:
            for column in range(right - 1, left - 1, -1):
                found.append(matrix[bottom][column])
            for row in range(bottom - 1, top, -1):
                found.append(matrix[row][left])
        top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1
    return found
