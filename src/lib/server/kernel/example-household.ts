/** The household of Mill Lane, in which the example of every operation happens. */

/** The uids of its people and things. */
export const exampleUids = {
	ada: 'mem_3hT8kq5uXo1zLw9PvB6s2Q',
	ben: 'mem_Qw4rTz8yUi2oPa6sDf0gHj',
	groceries: 'lst_6Zr1nQ0c3yq2mVtJ8xWb4A',
	dairy: 'sec_c8Rw1zKq5uTn0XbYj7Lm3A',
	milk: 'itm_Jx2b9Q4tS1mYcV7nKe0w5g',
	eggs: 'itm_b7Nw3kRz0pXf5LqHd8Ty1M',
	soap: 'itm_Ue6mC2vOa9iGs4BjZl3x7Q',
	cooks: 'grp_p0Yt7hWn5sKd2RcXf9Lb3A',
	tablet: 'tok_k4Vg1zEw8uJq6MxTn0Sy5w',
	browser: 'ses_Hc3oF9rBp7iDa2YlQt6v1g',
	cleo: 'req_s8Lq5xWz2nTk9VbRj4Mf0A',
	dora: 'req_Xy1uGd6hPe3wCo7ZaNi9tQ',
	forgotten: 'req_m5Jr0vKt8bSq3YhLx6Wz2w',
	approved: 'req_T9fEn4cUg7kOa1DpVi5s3A',
	entry: 'act_w2Xz6lQy9sHb4RmTj8Nv0g'
};

export const examplePassword = 'correct horse battery staple';
